/** Redis as far as a store needs it, in memory: the scripts that read, swap and tell the time. It counts them. */
export function memoryRedis() {
  const texts = new Map<string, string>();
  const marked = (text: string | undefined) => (text === undefined ? '' : `=${text}`);
  return {
    commands: 0,
    async call(_: string, ...command: string[]): Promise<unknown> {
      this.commands += 1;
      const [script = '', , key = '', , previous, next = ''] = command;
      if (script.includes("'TIME'")) return [Math.floor(Date.now() / 1_000), 0];
      if (!script.includes("'SET'")) return texts.get(key) ?? null;
      if (marked(texts.get(key)) !== previous) return 0;
      if (next === '') texts.delete(key);
      else texts.set(key, next.slice(1));
      return 1;
    },
  };
}
