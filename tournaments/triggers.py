"""Database triggers for what no constraint of a single row can hold."""

import pgtrigger


def never_changes_once_set(field: str, *, name: str) -> pgtrigger.Trigger:
    """Refuse every update of `field` after it has a value, also to null."""
    return pgtrigger.Trigger(
        name=name,
        when=pgtrigger.Before,
        operation=pgtrigger.UpdateOf(field),
        condition=pgtrigger.Q(**{f"old__{field}__isnull": False})
        & pgtrigger.Q(**{f"old__{field}__df": pgtrigger.F(f"new__{field}")}),
        func=pgtrigger.Func(
            f"""
            RAISE EXCEPTION '{field} of {{meta.db_table}} % is never changed once it is set', OLD.id
                USING ERRCODE = 'check_violation';
            """
        ),
    )


def team_plays_in_game(*, name: str) -> pgtrigger.Trigger:
    """Refuse a row whose team is neither of the two teams of its game."""
    return pgtrigger.Trigger(
        name=name,
        when=pgtrigger.Before,
        operation=pgtrigger.Insert | pgtrigger.Update,
        func=pgtrigger.Func(
            """
            IF NOT EXISTS (
                SELECT 1 FROM tournaments_game
                WHERE id = NEW.game_id AND NEW.team_id IN (team_a_id, team_b_id)
                FOR SHARE
            ) THEN
                RAISE EXCEPTION 'team % does not play in game %', NEW.team_id, NEW.game_id
                    USING ERRCODE = 'check_violation';
            END IF;
            RETURN NEW;
            """
        ),
    )


def named_teams_stay(*, name: str) -> pgtrigger.Trigger:
    """Refuse to take a team out of a game that still has a line-up or substitutes of it."""
    return pgtrigger.Trigger(
        name=name,
        when=pgtrigger.Before,
        operation=pgtrigger.UpdateOf("team_a_id", "team_b_id"),
        func=pgtrigger.Func(
            """
            IF EXISTS (
                SELECT 1 FROM tournaments_lineup
                WHERE game_id = NEW.id AND team_id NOT IN (NEW.team_a_id, NEW.team_b_id)
            ) OR EXISTS (
                SELECT 1 FROM tournaments_substitution
                WHERE game_id = NEW.id AND team_id NOT IN (NEW.team_a_id, NEW.team_b_id)
            ) THEN
                RAISE EXCEPTION 'game % still has a line-up or substitutes of another team', NEW.id
                    USING ERRCODE = 'check_violation';
            END IF;
            RETURN NEW;
            """
        ),
    )
