"""Everybody and everything of the demo season by name. All of them are invented."""

from typing import NamedTuple

from players.choices import Role


class Account(NamedTuple):
    """An account to sign in with. ``key`` names it in the stories."""

    key: str
    name: str
    role: Role
    staff: bool = False

    @property
    def email(self) -> str:
        """An address that no mail ever reaches."""
        return f"{self.key.replace('_', '-')}@demo.example"


ACCOUNTS = [
    Account("office", "Harriet Quayle", Role.OFFICE, staff=True),
    Account("coo", "Desmond Achterberg", Role.COO, staff=True),
    Account("chairman", "Philippa Wrenfield", Role.CHAIRMAN, staff=True),
    Account("executive_committee", "Tobías Larrazábal", Role.EXECUTIVE_COMMITTEE, staff=True),
    Account("umpires_llc", "Bronagh Mac Giolla", Role.UMPIRES_LLC),
    Account("umpire", "Casimir Dąbek", Role.UMPIRE),
    Account("host_committee", "Yvette Saint-Aubin", Role.HOST_COMMITTEE),
    Account("player", "Beatriz Montalvo Ríos", Role.PLAYER),
]
"""The first of each role is the one that is shown to try things out."""


class Person(NamedTuple):
    """A player: the whole name, the part it is sorted by, and the language we write in."""

    name: str
    family_name: str
    language: str = "en"


ONE_YELLOW_SHORT = Person("Beatriz Montalvo Ríos", "Montalvo Ríos", "es")
"""She has four yellow cards in Low Goal games, and has just played another game."""

PLAYERS = [
    Person("Ignacio Ordóñez de la Vega", "Ordóñez de la Vega", "es"),
    Person("Wendell T. Hargrove III", "Hargrove"),
    Person("Åsa Lindqvist-Berg", "Lindqvist-Berg"),
    Person("Tāmati", ""),
    Person("Seán Ó Luasaigh", "Ó Luasaigh"),
    Person("Guillermo “Memo” Ibargüen", "Ibargüen", "es"),
    Person("Charlotte Penhaligon", "Penhaligon"),
    Person("João Pedro d'Alcântara", "d'Alcântara", "es"),
    Person("Friedrich von der Aue", "von der Aue"),
    Person("Mary-Kate O'Halloran", "O'Halloran"),
    Person("Facundo Núñez Ybarra", "Núñez Ybarra", "es"),
    Person("Otis Bellweather Jr.", "Bellweather"),
    Person("Zoë Kowalczyk", "Kowalczyk"),
    Person("Rajveer Singh Chandel", "Chandel"),
    Person("Étienne de Rochebrune", "de Rochebrune"),
    Person("Marisol Peña Zubiría", "Peña Zubiría", "es"),
    Person("Graham McAllaster", "McAllaster"),
    Person("Nguyễn Minh Châu", "Nguyễn"),
    Person("Lautaro Goñi", "Goñi", "es"),
    Person("Ingrid Ødegård", "Ødegård"),
    Person("Preston Vanderhoof IV", "Vanderhoof"),
    Person("Ximena Arriagada", "Arriagada", "es"),
    Person("Tadeusz Wójcik", "Wójcik"),
    Person("Amara Okonkwo-Hale", "Okonkwo-Hale"),
    Person("Santiago Echenique Ferro", "Echenique Ferro", "es"),
    Person("Lindsay Thornbury", "Thornbury"),
    Person("Björn Sigurðsson", "Sigurðsson"),
    Person("Delphine Marchetti", "Marchetti"),
    Person("Tomás Urquiola", "Urquiola", "es"),
    Person("Kaʻimi Nakoa", "Nakoa"),
    Person("Rosalind St. Clair-Voss", "St. Clair-Voss"),
    Person("Gonzalo Mac Donough Paz", "Mac Donough Paz", "es"),
    Person("Hugh Fitzwarren, Sr.", "Fitzwarren"),
    Person("Anaïs Lefèvre", "Lefèvre"),
    Person("Bautista Quirós", "Quirós", "es"),
    Person("Sheikh Idris al-Harthi", "al-Harthi"),
    Person("Clementine Ashdown", "Ashdown"),
    Person("Joaquín Larreta", "Larreta", "es"),
    Person("Dag van den Broeck", "van den Broeck"),
    Person("Pilar Sáenz de Tejada", "Sáenz de Tejada", "es"),
    Person("Everett Colquhoun", "Colquhoun"),
    Person("Łukasz Żak", "Żak"),
    Person("Camila Iturbe", "Iturbe", "es"),
    Person("Winslow Abernathy", "Abernathy"),
    Person("Noor", ""),
    Person("Matías Bengoechea", "Bengoechea", "es"),
    Person("Fiona MacGillivray", "MacGillivray"),
    Person("Renzo Dell'Acqua", "Dell'Acqua"),
    Person("Teodoro Ugarte", "Ugarte", "es"),
    Person("Jocelyn Prud'homme", "Prud'homme"),
    Person("Aurelio Zorrilla", "Zorrilla", "es"),
    Person("Sterling Oakhurst", "Oakhurst"),
    Person("Milagros Añasco", "Añasco", "es"),
    Person("Kjersti Halvorsen", "Halvorsen"),
    Person("Ramón Ávila", "Ávila", "es"),
    Person("Cordelia Hightower", "Hightower"),
    Person("Lucian Brâncoveanu", "Brâncoveanu"),
    Person("Nahuel Catriel", "Catriel", "es"),
    Person("Georgina Featherstonehaugh", "Featherstonehaugh"),
    Person("Ezequiel Üriarte", "Üriarte", "es"),
    Person("Brock Tillinghast", "Tillinghast"),
    Person("Saoirse Ní Bhriain", "Ní Bhriain"),
    Person("Agustín Lezama", "Lezama", "es"),
    Person("Vivienne du Plessis", "du Plessis"),
    Person("Hamish Dunwoodie", "Dunwoodie"),
    Person("Catalina Oyarzún", "Oyarzún", "es"),
    Person("Jørgen Fæster", "Fæster"),
    Person("Bo Li", "Li"),
    Person("Mercedes Achával", "Achával", "es"),
    Person("Thaddeus Pemberley-Rowe", "Pemberley-Rowe"),
    Person("Íñigo Aguirre", "Aguirre", "es"),
    Person("Tallulah Greenwood", "Greenwood"),
    Person("Benicio Larrañaga", "Larrañaga", "es"),
    Person("Alistair Crumbie II", "Crumbie"),
    Person("Dolores Villamayor", "Villamayor", "es"),
    Person("Čedomir Kovačević", "Kovačević"),
    Person("Paloma Uzal", "Uzal", "es"),
    Person("Remington Sloane", "Sloane"),
    Person("Valentín Quesada y Soto", "Quesada y Soto", "es"),
    Person("Emiko Tachibana", "Tachibana"),
    Person("Roque Sarmiento", "Sarmiento", "es"),
    Person("Maximilian zu Hohenegg", "zu Hohenegg"),
    Person("Leocadia Funes", "Funes", "es"),
    Person("Ambrose Whitcombe", "Whitcombe"),
    Person("Nicanor Peralta", "Peralta", "es"),
]

CLUBS = [
    ("Palmetto Ridge Polo Club", "Okeelanta", "FL"),
    ("Live Oak Polo Club", "Hollow Creek", "SC"),
    ("Redwood Meadows Polo Club", "Alta Loma Vista", "CA"),
    ("Bluebonnet Polo Association", "Dry Fork", "TX"),
]

LOW_TEAMS = ["Sandhill Cranes", "Cypress Bend", "Flatwoods", "La Querencia", "Tin Whistle", "Marsh Harriers"]
MEDIUM_TEAMS = ["Bramblewood", "Los Ceibos", "Iron Gate", "Quarter Moon", "Halyard", "Tres Picos"]
HIGH_TEAMS = ["Casa Ibis", "Northern Cross", "Alazán", "Steelhead"]
SPONSORED = {"Casa Ibis": "Casa Ibis Lumber & Rail", "Alazán": "Alazán Aguas Claras"}
"""Names for single events: the team stays what it is."""

UMPIRES = [
    "Casimir Dąbek",
    "Ruth Hallowell",
    "Aníbal Cortázar",
    "Gareth Pugh-Evans",
    "Solange Bérubé",
    "Hideo Kanzaki",
    "Dunstan Brackenbury",
    "Lourdes Yáñez",
]

NARRATIVES = {
    "appealing": "Raised his hand and called for the foul three times running.",
    "unwelcome_talking": "Rode alongside the umpire for half the field, talking.",
    "abusive_language": "Language at the throw-in that the stands could hear.",
    "disrespectful_attitude": "Turned his back while the umpire was explaining the call.",
    "arguing": "Would not accept the call and went on arguing after a warning.",
    "delay_of_game": "Took his time to the line-up although he had been told to hurry.",
    "unnecessary_tack_time": "Asked for time for a girth that was in order.",
    "swinging_mallet": "Helicoptered the mallet to appeal for a foul.",
    "dangerous_riding": "Came across the line at an angle, at speed.",
    "improper_use_of_mallet": "Swung over the opponent's pony after the play was gone.",
    "rough_play": "A bump well past the angle, behind the saddle.",
    "whipping": "Overuse of the whip, after a warning in the chukker before.",
    "ball_after_whistle": "Hit the ball away after the whistle.",
    "ball_outside_safety_zone": "Knocked the ball into the pony lines in anger.",
}
"""What was noted down, by category."""
