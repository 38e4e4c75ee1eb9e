// A process remembers the keys that were ordered in it. Files of tests that share one begin without them.

const remembered = Object(Reflect.get(globalThis, Symbol.for('translation-requester.memory/1')));
for (const texts of [remembered.kept, remembered.forgettable]) if (texts instanceof Map) texts.clear();
