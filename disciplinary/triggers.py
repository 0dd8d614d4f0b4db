"""Database triggers for what no constraint of a single row can hold."""

import pgtrigger


def kept() -> pgtrigger.Trigger:
    """Refuse every delete: decisions are rescinded, withdrawn, closed or superseded."""
    return pgtrigger.Protect(name="kept", operation=pgtrigger.Delete)


def fixed(*fields: str, name: str) -> pgtrigger.Trigger:
    """Refuse every update of the fields."""
    return pgtrigger.ReadOnly(name=name, fields=list(fields))


def carded_teams_stay(*, name: str) -> pgtrigger.Trigger:
    """Refuse, at the end of the transaction, a game without a team whose player was carded in it.

    Deferred, so that a game entered with a wrong team and its incidents can be corrected together.
    """
    return pgtrigger.Trigger(
        name=name,
        when=pgtrigger.After,
        operation=pgtrigger.UpdateOf("team_a_id", "team_b_id"),
        timing=pgtrigger.Deferred,
        func=pgtrigger.Func(
            """
            IF EXISTS (
                SELECT 1 FROM disciplinary_incident AS incident
                JOIN tournaments_game AS game ON game.id = incident.game_id
                WHERE game.id = NEW.id AND incident.team_id NOT IN (game.team_a_id, game.team_b_id)
            ) THEN
                RAISE EXCEPTION 'game % still has an incident of another team', NEW.id
                    USING ERRCODE = 'check_violation';
            END IF;
            RETURN NULL;
            """
        ),
    )


def snapshot_stays(*, name: str) -> pgtrigger.Trigger:
    """Refuse another rating of an incident's event, unless it moves to another game or moment."""
    return pgtrigger.Trigger(
        name=name,
        when=pgtrigger.Before,
        operation=pgtrigger.UpdateOf("goals", "tier", "kind"),
        condition=pgtrigger.Condition(
            "OLD.game_id = NEW.game_id AND OLD.at = NEW.at"
            " AND (OLD.goals, OLD.tier, OLD.kind) IS DISTINCT FROM (NEW.goals, NEW.tier, NEW.kind)"
        ),
        func=pgtrigger.Func(
            """
            RAISE EXCEPTION 'incident % keeps the goals, tier and kind its event had', OLD.id
                USING ERRCODE = 'check_violation';
            """
        ),
    )


def cards_in_order(*, name: str) -> pgtrigger.Trigger:
    """Refuse, at the end of the transaction, standing cards that are not one to three yellows or one red.

    Their numbers count from 1 without a gap.
    """
    return pgtrigger.Trigger(
        name=name,
        when=pgtrigger.After,
        operation=pgtrigger.Insert | pgtrigger.UpdateOf("superseded_at"),
        timing=pgtrigger.Deferred,
        declare=[("shown", "record")],
        func=pgtrigger.Func(
            """
            SELECT count(*) AS cards, coalesce(max(number), 0) AS highest,
                count(*) FILTER (WHERE color = 'R') AS reds
            INTO shown
            FROM disciplinary_card
            WHERE incident_id = NEW.incident_id AND superseded_at IS NULL;
            IF shown.cards <> shown.highest OR (shown.reds > 0 AND shown.cards > 1) THEN
                RAISE EXCEPTION 'the cards of incident % are not Y, YY, YYY or R', NEW.incident_id
                    USING ERRCODE = 'check_violation';
            END IF;
            RETURN NULL;
            """
        ),
    )


def stay_during_the_game(*, name: str) -> pgtrigger.Trigger:
    """Refuse penalty-box time for a card shown after the game."""
    return pgtrigger.Trigger(
        name=name,
        when=pgtrigger.Before,
        operation=pgtrigger.Insert | pgtrigger.UpdateOf("incident_id"),
        func=pgtrigger.Func(
            """
            IF EXISTS (
                SELECT 1 FROM disciplinary_incident
                WHERE id = NEW.incident_id AND "when" = 'after'
                FOR SHARE
            ) THEN
                RAISE EXCEPTION 'incident % was after the game: no penalty-box time', NEW.incident_id
                    USING ERRCODE = 'check_violation';
            END IF;
            RETURN NEW;
            """
        ),
    )


def increase_of_a_red(*, name: str) -> pgtrigger.Trigger:
    """Refuse to increase the penalty of an incident whose cards are yellow."""
    return pgtrigger.Trigger(
        name=name,
        when=pgtrigger.Before,
        operation=pgtrigger.Insert | pgtrigger.UpdateOf("incident_id"),
        func=pgtrigger.Func(
            """
            IF EXISTS (
                SELECT 1 FROM disciplinary_card
                WHERE incident_id = NEW.incident_id AND superseded_at IS NULL AND color <> 'R'
            ) THEN
                RAISE EXCEPTION 'incident % is not a red card: nothing to increase', NEW.incident_id
                    USING ERRCODE = 'check_violation';
            END IF;
            RETURN NEW;
            """
        ),
    )
