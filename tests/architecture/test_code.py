"""Rules that a syntax tree can show: one writer of a question's state, one starter of ffmpeg, no save()."""

import ast

import pytest

from tests.architecture.sources import product_modules

STATE_WRITER = "annotation/questions/transitions.py"
FFMPEG_STARTER = "annotation/videos/ffmpeg.py"
WRITING_CALLS = {
    "update",
    "create",
    "get_or_create",
    "update_or_create",
    "bulk_create",
    "bulk_update",
    "Question",
}


def questions_state_writes(name: str, tree: ast.AST) -> list[int]:
    """Lines of one module that write the state of a question.

    Inside annotation/questions everything called `state` is a question's; elsewhere an expression counts when
    it names a question (`question.state = ...`, `Question.objects.filter(...).update(state=...)`).
    """
    own_folder = name.startswith("annotation/questions/")

    def about_question(node: ast.AST) -> bool:
        written = ast.unparse(node)
        return own_folder or "question" in written.lower()

    lines: list[int] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            flat = [e for t in targets for e in (t.elts if isinstance(t, ast.Tuple | ast.List) else [t])]
            lines += [
                t.lineno
                for t in flat
                if isinstance(t, ast.Attribute) and t.attr == "state" and about_question(t.value)
            ]
        elif isinstance(node, ast.Call):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            words = [a.value for a in ast.walk(node) if isinstance(a, ast.Constant)]
            if (
                called in WRITING_CALLS
                and about_question(node.func)
                and (
                    any(keyword.arg in {"state", "state_id"} for keyword in node.keywords)
                    or (called == "bulk_update" and "state" in words)
                )
            ) or (called in {"setattr", "__setattr__"} and "state" in words and about_question(node)):
                lines.append(node.lineno)
    return lines


def starts_processes(tree: ast.AST) -> bool:
    """Say whether a module can start another program."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import) and any(
            a.name.split(".")[0] in {"subprocess", "pty"} for a in node.names
        ):
            return True
        if isinstance(node, ast.ImportFrom) and node.module in {"subprocess", "pty", "asyncio.subprocess"}:
            return True
        if isinstance(node, ast.Call):
            called = ast.unparse(node.func)
            if called.startswith(("os.exec", "os.spawn", "os.posix_spawn", "asyncio.create_subprocess")):
                return True
            # ffmpeg-python's builder can start the command that it builds.
            if called in {"os.system", "os.popen", "ffmpeg.run", "ffmpeg.run_async", "ffmpeg.probe"}:
                return True
    return False


def mentions_ffmpeg(tree: ast.AST) -> bool:
    """Say whether a module names ffmpeg or ffprobe as a program."""
    return any(
        isinstance(node, ast.Constant) and node.value in {"ffmpeg", "ffprobe"} for node in ast.walk(tree)
    )


@pytest.mark.parametrize(
    ("module", "code"),
    [
        ("annotation/questions/services.py", "question.state = 'accepted'"),
        ("review/rounds/services.py", "round.question.state = 'accepted'"),
        ("review/rounds/services.py", "Question.objects.filter(pk=1).update(state='accepted')"),
        ("annotation/questions/services.py", "Question.objects.create(project=project, state='draft')"),
        ("config/admin.py", "setattr(question, 'state', 'accepted')"),
    ],
)
def test_scan_sees_a_second_writer_of_the_state_when_there_is_one(module: str, code: str) -> None:
    assert questions_state_writes(module, ast.parse(code)) == [1]


def test_scan_leaves_other_states_alone_when_they_are_written() -> None:
    code = "job.state = 'running'\nClip.objects.create(state='cutting')\nvideo.state = 'ready'"
    assert questions_state_writes("annotation/clips/services.py", ast.parse(code)) == []


def test_only_transitions_write_a_questions_state_when_all_modules_are_read() -> None:
    found = {
        name: lines
        for name, tree in product_modules()
        if name != STATE_WRITER and (lines := questions_state_writes(name, tree))
    }
    assert found == {}


def test_transitions_write_the_state_when_read() -> None:
    trees = dict(product_modules())
    assert questions_state_writes(STATE_WRITER, trees[STATE_WRITER]) != []


def test_ffmpeg_is_started_in_one_place_when_all_modules_are_read() -> None:
    starters = {name for name, tree in product_modules() if starts_processes(tree)}
    # `up` starts the product's own processes; it names no media program.
    others = starters - {FFMPEG_STARTER}
    trees = dict(product_modules())
    assert {name for name in others if mentions_ffmpeg(trees[name])} == set()
    assert {name for name in others if not name.startswith("config/")} == set()


def test_no_model_overrides_save_or_delete_when_all_modules_are_read() -> None:
    found = [
        (name, node.name, item.name)
        for name, tree in product_modules()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
        for item in node.body
        if isinstance(item, ast.FunctionDef)
        and item.name in {"save", "delete"}
        and any("Model" in ast.unparse(base) and "Serializer" not in ast.unparse(base) for base in node.bases)
    ]
    assert found == []


def test_no_module_listens_to_signals_when_all_modules_are_read() -> None:
    found = [
        name
        for name, tree in product_modules()
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        and node.module in {"django.dispatch", "django.db.models.signals", "django.db.backends.signals"}
    ]
    assert found == []


def test_addresses_take_ids_alone_when_they_hold_a_number() -> None:
    """`<int:...>` lets numbers through that no column holds; `<id:...>` (kernel/addresses.py) does not."""
    converter = "<" + "int:"
    assert [name for name, tree in product_modules() if converter in ast.unparse(tree)] == []
