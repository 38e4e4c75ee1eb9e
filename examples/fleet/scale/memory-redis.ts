/** Redis as far as the journal needs it, in memory: `GET`, and the script that swaps a text. It counts the commands. */
export function memoryRedis() {
  const texts = new Map<string, string>();
  const marked = (text: string | undefined) => (text === undefined ? '' : `=${text}`);
  return {
    commands: 0,
    async call(command: string, ...args: string[]): Promise<unknown> {
      this.commands += 1;
      if (command === 'GET') return texts.get(args[0] ?? '') ?? null;
      const [, , key = '', previous, next = ''] = args;
      if (marked(texts.get(key)) !== previous) return 0;
      if (next === '') texts.delete(key);
      else texts.set(key, next.slice(1));
      return 1;
    },
  };
}
