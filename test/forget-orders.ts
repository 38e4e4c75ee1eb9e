// A process remembers the keys that were ordered in it. Files of tests that share one begin without them.

const remembered: unknown = Reflect.get(globalThis, Symbol.for('translation-requester.memory'));
if (remembered instanceof Map) remembered.clear();
