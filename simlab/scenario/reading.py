"""One scenario file being read: its content is validated, and every problem noted with its line."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from pydantic import ValidationError

from simlab.contract import KINDS, Case, Fault, Game, Model, Question, Setup
from simlab.scenario.data import Written, completed, default, default_data, from_file, with_rest_of_tables
from simlab.scenario.elsewhere import elsewhere
from simlab.scenario.errors import Problem, ScenarioError, nearest, no_such, one_line, shown
from simlab.scenario.fields import complaints
from simlab.scenario.file import DEFAULT_TRIALS, PrecisionTable, ScenarioFile
from simlab.scenario.locate import line_of
from simlab.scenario.paths import parse_set, paths_of, sweep_points, sweep_problems, value_at, with_value
from simlab.scenario.policies import idle_seats, read_players
from simlab.scenario.questions import precision_faults, question_faults
from simlab.scenario.scenario import Scenario, Target
from simlab.scenario.schema import starter_case
from simlab.scenario.vary import around, parts_of_swept, read_lists, without

STANDARD_INPUT, NO_FILE = "standard input", "a mapping"  # in place of the name of a file
TABLES = ("setup", "rules", "data", "policies")
MOST_PROBLEMS = 1000  # more are not told
Named = TypeVar("Named")


class Reading:
    """One file being read: gathers problems, and tells on which line each stands."""

    def __init__(self, file: str, content: dict[str, Any], lines: dict, games: Mapping[str, Game]):
        self.file, self.content, self.lines, self.games = file, content, lines, games
        self.problems: list[Problem] = []
        self.noted: set[tuple[str, str]] = set()
        self.set: dict[str, Any] = {}
        self.varied: set[str] = set()  # the paths of --vary
        self.together: dict[str, str] = {}  # a swept path -> the key of the sweep that it stands in
        self.playing: set[str] = set()  # the seats that play in a case, or may if its setup were right

    def note(self, path: Iterable[str | int], message: str, value: object = None, item: str = "") -> None:
        """Note a problem at a path."""
        path = tuple(path)
        key = ".".join(str(part) for part in path)
        if len(self.problems) >= MOST_PROBLEMS or (key, shown(value)) in self.noted:
            return
        from_command = any(around(name, key) or around(key, name) for name in self.set)
        file, line = ("--set", None) if from_command else (self.file, line_of(self.lines, self.written_at(path)))
        if path[0] == "sweep" and self.varied & set(paths_of(key.removeprefix("sweep."))):
            file, line, key = "--vary", None, key.removeprefix("sweep.")
        self.noted.add((key, shown(value)))
        self.problems.append(Problem(message, file, line, key, value, item))

    def written_at(self, path: tuple[str | int, ...]) -> tuple[str | int, ...]:
        """Where a path stands in the file: one that is swept together with others, at the key that names them all."""
        if path[0] == "sweep" and len(path) > 1:
            return ("sweep", self.together.get(str(path[1]), path[1]))
        return path

    def give_up(self) -> NoReturn:
        """Raise what has been noted."""
        raise ScenarioError(sorted(self.problems, key=lambda problem: problem.line or 0))

    def scenario(self, settings: Sequence[str], many_cases: bool, vary: Sequence[str] = ()) -> Scenario:
        """Validate everything; raises ScenarioError with all problems."""
        self.change(settings)
        self.vary(vary)
        chosen = self.game_and_model()
        written = self.top_level(chosen)
        if chosen is None:
            self.give_up()
        game, model = chosen
        sweep = self.sweep(written.sweep, many_cases)
        cases = tuple(self.cases(game, model, sweep))
        for path, message in idle_seats(model, self.playing, self.content, {*self.set, *self.varied}):
            self.note(path, message)
        questions = self.questions(written, model, self.understandable(game, model, cases))
        targets = tuple(self.targets(written, questions))
        self.counts(written, questions)
        if self.problems:
            self.give_up()
        return Scenario(
            file=self.file,
            title=one_line(written.title or f"{model.name} ({game.name})"),
            about=written.about,
            game=game,
            model=model,
            trials=written.trials or DEFAULT_TRIALS,
            precision=written.precision,
            seed=written.seed,
            rng=written.rng,
            questions=questions,
            targets=targets,
            cases=cases,
            content=self.content,
        )

    def sweep(self, written: Mapping[str, Any], many_cases: bool) -> Mapping[str, list]:
        """The lists of the sweep; without those that something is wrong with."""
        wrong = set()
        self.together = {path: key for key in written for path in paths_of(key)}
        for problem in sweep_problems(written, many_cases):
            path = problem.key.removeprefix("sweep").removeprefix(".")
            self.note(("sweep", path) if path else ("sweep",), problem.message, problem.value)
            wrong |= {path} if path else set(written)
        return {path: values for path, values in written.items() if path not in wrong}

    def understandable(self, game: Game, model: Model, cases: Sequence[Case]) -> Sequence[Case]:
        """Cases whose columns the questions may name; if none is right, the starter's, where that is the same."""
        return cases or ([starter_case(game, model)] if model.fixed_columns else [])

    def change(self, settings: Sequence[str]) -> None:
        """Put the values of the command line into the content."""
        for text in settings:
            try:
                path, value = parse_set(text)
                game = self.games.get(str(self.content.get("game")))
                self.content = with_value(with_rest_of_tables(self.content, path, game), path, value)
                self.set[path] = value
                self.no_longer_swept(path)
            except ValueError as error:
                self.problems.append(Problem(str(error)))
            except KeyError as error:
                self.problems.append(Problem(f"{path}: {error.args[0]} leads nowhere in this scenario", "--set"))

    def no_longer_swept(self, path: str) -> None:
        """What is set is not swept; a part of what is swept as a whole cannot be set."""
        sweep = self.content.get("sweep")
        if not isinstance(sweep, dict):
            return
        self.problems += [Problem(fault, "--set") for fault in parts_of_swept(sweep, path)]
        self.content = {**self.content, "sweep": without(sweep, path)}

    def vary(self, texts: Sequence[str]) -> None:
        """Put the lists of the command line into the sweep, in place of the file's lists for the same paths."""
        sweep, self.varied, faults = read_lists(self.content.get("sweep", {}), texts, self.set)
        self.problems += [Problem(fault) for fault in faults]
        self.content = {**self.content, "sweep": sweep} if texts else self.content
        if faults:
            self.give_up()

    def game_and_model(self) -> tuple[Game, Model] | None:
        """The game and the model that the file names; None with a problem noted if there are no such."""
        game = self.named("game", self.games)
        model = self.named("model", game.models) if game is not None else None
        return None if game is None or model is None else (game, model)

    def named(self, key: str, known: Mapping[str, Named]) -> Named | None:
        """What a top-level key names; None with a problem noted if there is no such thing."""
        name = self.content.get(key)
        if isinstance(name, str) and name in known:
            return known[name]
        if name is None:
            self.note((key,), f"missing; one of {', '.join(known)}")
        else:
            self.note((key,), no_such(key, name, known), name)
        return None

    def top_level(self, chosen: tuple[Game, Model] | None) -> ScenarioFile:
        """The parts that every scenario has, as far as they are right."""
        try:
            return ScenarioFile.model_validate(self.content)
        except ValidationError as error:
            wrong = list(complaints(error, ScenarioFile))
            spoilt = {entry["loc"][0] for entry in error.errors(include_url=False) if entry["loc"]}
        for path, value, message, item in wrong:
            if chosen is not None and len(path) == 1 and message.startswith("no such key"):
                message = elsewhere(path[0], *chosen) or message
            if path not in (("game",), ("model",)):
                self.note(path, message, value, item)
        # What is left is looked at as well, so that all problems are told at once.
        rest = {"game": "", "model": ""} | {key: value for key, value in self.content.items() if key not in spoilt}
        return ScenarioFile.model_validate(rest)

    def counts(self, written: ScenarioFile, questions: Sequence[Question]) -> None:
        """Trials or precision, never both; what a precision is of."""
        if written.trials is not None and written.precision is not None:
            self.note(("precision",), "give trials or precision, not both")
        half_width = (
            written.precision if isinstance(written.precision, float) else getattr(written.precision, "relative", 1)
        )
        if not 0 < half_width <= 1:
            self.note(("precision",), "must be above 0 and at most 1", half_width)
        if isinstance(written.precision, PrecisionTable):
            for fault in precision_faults(written.precision.question, questions):
                self.note(("precision", "question"), fault, written.precision.question)

    def cases(self, game: Game, model: Model, sweep: Mapping[str, list]) -> Iterator[Case]:
        """One case a point of the sweep, but for those that something is wrong with."""
        for point in sweep_points(sweep):
            content = self.content
            for path, value in point.items():
                try:
                    content = with_value(with_rest_of_tables(content, path, game), path, value)
                except KeyError as error:
                    self.note(("sweep", path), f"{error.args[0]} leads nowhere in this scenario")
            case = self.case(game, model, content, point)
            if case is not None:
                yield case

    def case(self, game: Game, model: Model, content: Mapping[str, Any], point: Mapping[str, Any]) -> Case | None:
        """A case with every value explicit, or None with its problems noted."""
        before = len(self.problems)
        if not all(isinstance(content.get(name, {}), dict) for name in TABLES):
            return None  # noted with the top level
        for table, known in (("data", model.data), ("policies", model.policies)):
            for name in content.get(table, {}):
                if name not in known:
                    message = no_such("key", name, known) if known else f"{game.name} {model.name} takes no {table}"
                    self.note((table, name), message)
        given = self.written_tables(game, model, content.get("data", {}), point)
        data = self.data(game, model, given, point)
        players, wrong = read_players(game, model, content.get("policies", {}))
        for path, value, message, item in wrong:
            self.note_in_case(("policies", *path), message, value, item, point)
        rules = self.rules(game, content.get("rules", {}), point)
        setup = None
        try:
            setup = model.setup.model_validate(content.get("setup", {}))
        except ValidationError as error:
            for path, value, message, item in complaints(error, model.setup):
                if message.startswith("no such key"):
                    message = elsewhere(path[-1], game, model) or message
                if message.startswith("missing") and ".".join(map(str, ("setup", *path))) in self.together:
                    continue  # its list in the sweep is wrong, and noted
                self.note_in_case(("setup", *path), message, value, item, point)
        self.playing |= set(model.policies if setup is None else model.seats(setup))
        if setup is None or wrong or (model.data and data is None) or len(self.problems) > before:
            return None
        case = Case(game, model, setup, rules, {**self.set, **point}, data, players, point)
        as_read = {**content, "data": {name: written.content for name, written in given.items()}}
        for fault in islice(model.faults(case), MOST_PROBLEMS):
            self.note_in_table(fault, value_at(as_read, fault.path), given, point)
        return None if len(self.problems) > before else case

    def written_tables(
        self, game: Game, model: Model, tables: Mapping[str, Any], point: Mapping[str, Any]
    ) -> dict[str, Written]:
        """The data tables that the scenario puts in place of the game's own."""
        read = {name: self.written_data(game, name, tables[name], point) for name in model.data if name in tables}
        return {name: written for name, written in read.items() if written is not None}

    def data(self, game: Game, model: Model, given: Mapping[str, Written], point: Mapping[str, Any]) -> Setup | None:
        """The decks, boards and maps of a case: the game's own, and what the scenario puts in their place."""
        if not given:
            return default_data(game, model.data)
        content = {name: default(game.name, name).content for name in model.data}
        content |= {name: completed(written, game, name) for name, written in given.items()}
        try:
            return game.data.model_validate(content)
        except ValidationError as error:
            for path, value, message, item in complaints(error, game.data):
                self.note_in_table(Fault(("data", *path), message, item), value, given, point)
        return None

    def note_in_table(
        self, fault: Fault, value: object, given: Mapping[str, Written], point: Mapping[str, Any]
    ) -> None:
        """Note a problem of a case: in a data table's own file if it has one, else in the scenario."""
        table, *path = fault.path
        written = given.get(str(path[0])) if table == "data" and path else None
        if written is None or written.file is None:
            self.note_in_case(fault.path, fault.message, value, fault.item, point)
        else:
            key, line = ".".join(str(part) for part in path), written.line(tuple(path[1:]))
            if len(self.problems) < MOST_PROBLEMS:
                self.problems.append(Problem(fault.message, written.file, line, key, value, fault.item))

    def written_data(self, game: Game, name: str, value: Any, point: Mapping[str, Any]) -> Written | None:
        """A table of the scenario's `[data]`, or of the file that it names; None with a problem noted."""
        if not isinstance(value, str):
            return Written(value)
        folder = Path() if self.file in (STANDARD_INPUT, NO_FILE) else Path(self.file).parent
        try:
            return from_file(name, folder / value, tuple(game.data.model_fields))
        except ScenarioError as error:
            for problem in error.problems:
                if problem.line is None:
                    self.note_in_case(("data", name), problem.message, value, "", point)
                else:
                    self.problems.append(problem)
        return None

    def note_in_case(self, path: tuple, message: str, value: object, item: str, point: Mapping[str, Any]) -> None:
        """Note a problem of a case at the sweep's list if the value came from there."""
        key = ".".join(str(part) for part in path)
        swept = next((name for name in point if around(name, key) or around(key, name)), None)
        self.note(("sweep", swept) if swept else path, message, value, item)

    def rules(self, game: Game, written: Mapping[str, Any], point: Mapping[str, Any]) -> dict[str, Any]:
        """All options of the game, with those that the scenario changes."""
        rules = {name: option.value for name, option in game.options.items()}
        for name, value in written.items():
            option = game.options.get(name)
            if option is None:
                hint = nearest(name, game.options) or "."
                hint = f"{hint} simlab list {game.name} shows them all"
                self.note_in_case(("rules", name), f"{game.name} has no such option{hint}", value, "", point)
            elif not option.allows(value):
                message = f"must be {option.allowed} – {option.about}"
                self.note_in_case(("rules", name), message, value, option.item, point)
            else:
                rules[name] = option.completed(value)
        return rules

    def questions(self, written: ScenarioFile, model: Model, cases: Sequence[Case]) -> tuple[Question, ...]:
        """The questions of the file, or the model's own; each is understood for the columns of every case."""
        questions = [] if written.question else list(model.questions)
        names: set[str] = set()
        for place, table in enumerate(written.question):
            asked = [kind for kind in KINDS if getattr(table, kind) is not None]
            if len(asked) != 1:
                self.note(("question", place), "give exactly one of event, value, curve")
                continue
            expression = getattr(table, asked[0])
            name = f"{expression} given {table.given}" if table.given else expression
            if table.name is not None:
                name = one_line(table.name.strip())
            if not name:
                self.note(("question", place, "name"), "a name has at least one letter", table.name)
            questions.append(Question(name, asked[0], expression, table.given))
            if name in names:
                self.note(("question", place, "name"), "another question has this name", name)
            names.add(name)
        different = dict.fromkeys(tuple(case.columns) for case in cases)  # most sweeps leave the columns as they are
        for place, question in enumerate(questions):
            for columns in different:
                for part, text, fault in question_faults(question, columns):
                    self.note(("question", place, part), fault, text)
        return tuple(questions)

    def targets(self, written: ScenarioFile, questions: Sequence[Question]) -> Iterator[Target]:
        """The targets, each for a question of this scenario."""
        names = [question.name for question in questions]
        for place, target in enumerate(written.target):
            if names and target.question not in names:
                self.note(("target", place, "question"), no_such("question", target.question, names), target.question)
            match target.range:
                case [low, high] if low <= high:
                    yield Target(target.question, low, high, target.why)
                case _:
                    self.note(("target", place, "range"), "must be [lowest, highest]", target.range)
