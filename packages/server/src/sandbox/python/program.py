"""What Python of people finds, and how it is run. Left in the interpreter before any of it runs."""

import ast as _mr_ast
import builtins as _mr_builtins
import datetime as _mr_datetime
import json as _mr_json
import math as _mr_math
import traceback as _mr_traceback


class Record(dict):
    """An object whose fields are read as item["json"] and as item.json."""

    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"There is no field {name!r}") from None

    def __setattr__(self, name, value):
        self[name] = value

    def __delattr__(self, name):
        del self[name]

    def to_py(self):
        return self


class _mr_File(Record):
    """A file of an item. Its content as base64 is fetched when it is read, and what is put in its place makes a new file."""

    def __missing__(self, name):
        if name != "data" or "id" not in self:
            raise KeyError(name)
        content = _mr_ask("fileContent", self)
        object.__setattr__(self, "_mr_content", content)
        return content

    def __getattr__(self, name):
        if name.startswith("_mr_"):
            raise AttributeError(name)
        return super().__getattr__(name)

    def __getitem__(self, name):
        if name == "data" and "id" in self:
            return getattr(self, "_mr_content", None) or self.__missing__(name)
        return super().__getitem__(name)

    def get(self, name, default=None):
        try:
            return self[name]
        except KeyError:
            return default

    def __setitem__(self, name, value):
        if name == "data":
            self.pop("id", None)
        super().__setitem__(name, value)


def _mr_object(fields):
    record = Record(fields)
    binary = fields.get("binary")
    if isinstance(binary, dict) and "json" in fields:
        for name, file in binary.items():
            if isinstance(file, dict) and "id" in file:
                dict.__setitem__(binary, name, _mr_File(file))
    return record


def _mr_read(text):
    return _mr_json.loads(text, object_hook=_mr_object)


def _mr_plain(value):
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, float):
        return value if _mr_math.isfinite(value) else None
    if isinstance(value, dict):
        return {str(key): _mr_plain(entry) for key, entry in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [_mr_plain(entry) for entry in value]
    if isinstance(value, (_mr_datetime.datetime, _mr_datetime.date, _mr_datetime.time)):
        return value.isoformat()
    if isinstance(value, (bytes, bytearray)):
        return list(value)
    if hasattr(value, "__float__"):
        return float(value)
    raise TypeError(f"What the code gives back holds a {type(value).__name__}, which is no plain data")


def _mr_ask(name, *args):
    answer = _mr_read(_mr_host.ask(name, _mr_json.dumps(_mr_plain(list(args)))))
    if "failure" in answer:
        raise RuntimeError(answer["failure"]["message"])
    return answer["value"]


class _mr_Node:
    def __init__(self, name, at):
        self._name = name
        self._at = at
        _mr_ask("assertNode", name)

    def first(self, output=None, run=None):
        return _mr_ask("nodeItems", self._name, "first", output, run)

    def last(self, output=None, run=None):
        return _mr_ask("nodeItems", self._name, "last", output, run)

    def all(self, output=None, run=None):
        return _mr_ask("nodeItems", self._name, "all", output, run)

    def itemMatching(self, index):
        (found,) = _mr_ask("linkedItems", self._name, index, 1)
        if "item" not in found:
            raise RuntimeError(found["message"])
        return found["item"]

    pairedItem = itemMatching

    @property
    def item(self):
        return self.itemMatching(self._at())

    @property
    def json(self):
        return self.all()[self._at()]["json"]

    @property
    def params(self):
        return _mr_ask("nodeParameters", self._name)

    @property
    def context(self):
        return _mr_ask("nodeContext", self._name)

    @property
    def isExecuted(self):
        return _mr_ask("isExecuted", self._name)


class _mr_Nodes:
    def __init__(self, at):
        self._at = at

    def __getitem__(self, name):
        return _mr_Node(name, self._at)

    __getattr__ = __getitem__


class _mr_Input:
    def __init__(self, items, at):
        self._items = items
        self._at = at

    def all(self):
        return self._items

    def first(self):
        return self._items[0] if self._items else None

    def last(self):
        return self._items[-1] if self._items else None

    @property
    def item(self):
        return self._items[self._at()]

    @property
    def params(self):
        return _mr_ask("inputParameters")

    @property
    def context(self):
        return _mr_ask("inputContext")


class _mr_Lazy(dict):
    """The globals of the code: what has to be asked for is asked for when it is read."""

    def __missing__(self, name):
        if name in ("_now", "_today"):
            value = _mr_datetime.datetime.fromisoformat(_mr_ask("evaluateExpression", f"{{{{ ${name[1:]}.toISO() }}}}", 0))
        elif name in _mr_asked:
            value = _mr_ask("variable", f"${name[1:]}")
        else:
            raise KeyError(name)
        self[name] = value
        return value


_mr_asked = (
    "_workflow",
    "_execution",
    "_vars",
    "_env",
    "_prevNode",
    "_parameter",
    "_nodeVersion",
    "_mode",
)


def _mr_failure(error, at=None):
    lines = [frame.lineno for frame in _mr_traceback.extract_tb(error.__traceback__) if frame.filename == "code.py"]
    if isinstance(error, SyntaxError) and error.filename == "code.py":
        lines.append(error.lineno)
    failure = {
        "name": "Error" if type(error) is Exception else type(error).__name__,
        "message": error.msg if isinstance(error, SyntaxError) else str(error) or type(error).__name__,
    }
    if lines:
        failure["line"] = lines[-1]
    if at is not None:
        failure["itemIndex"] = at
    return failure


def _mr_compile(source):
    """A function of the code, in which it may return and await."""
    body = _mr_ast.parse(source, "code.py").body or [_mr_ast.Pass()]
    holder = _mr_ast.parse("async def __code(): pass", "code.py")
    holder.body[0].body = body
    return compile(_mr_ast.fix_missing_locations(holder), "code.py", "exec")


async def _mr_run(source, text):
    given = _mr_read(text)
    items = given["items"]
    static = {}
    position = {"at": 0}

    def at():
        return position["at"]

    def static_data(scope):
        if scope not in static:
            static[scope] = _mr_ask("staticData", scope)
        return static[scope]

    scope = _mr_Lazy(
        __builtins__=_mr_builtins,
        __name__="__main__",
        _input=_mr_Input(items, at),
        _items=items,
        items=items,
        _=lambda name: _mr_Node(name, at),
        _node=_mr_Nodes(at),
        _runIndex=given["runIndex"],
        _itemIndex=0,
        _getWorkflowStaticData=static_data,
        _jmespath=lambda data, query: _mr_ask("jmespath", data, query),
        Record=Record,
    )

    def look_at(index):
        position["at"] = index
        item = items[index]
        scope.update(_item=item, item=item, _json=item["json"], _binary=item.get("binary") or Record(), _itemIndex=index)

    try:
        program = _mr_compile(source)
        if items:
            look_at(0)
        exec(program, scope)
        if given["form"] == "once":
            value = _mr_plain(await scope["__code"]())
        else:
            value = []
            for index in range(len(items)):
                look_at(index)
                try:
                    value.append({"value": _mr_plain(await scope["__code"]())})
                except Exception as error:
                    if not given.get("continuesOnFail"):
                        return _mr_json.dumps({"failure": _mr_failure(error, index)})
                    value.append({"failure": _mr_failure(error, index)})
        return _mr_json.dumps({"value": value, "staticData": _mr_plain(static)})
    except BaseException as error:
        return _mr_json.dumps({"failure": _mr_failure(error)})


def _mr_close():
    """Takes what is around the interpreter out of the modules that have read it already."""
    import sys

    outside = [sys.modules.pop(name) for name in ("js", "pyodide_js") if name in sys.modules]
    for module in list(sys.modules.values()):
        for name, value in list(getattr(module, "__dict__", {}).items()):
            if any(value is each for each in outside):
                delattr(module, name)
