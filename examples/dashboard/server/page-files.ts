import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Handler } from 'hono';

const FOLDER = fileURLToPath(new URL('../dist/', import.meta.url));

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Serves what Vite has built, and nothing else: the files are read once, at the start. */
export async function pageFiles(): Promise<Handler> {
  const files = new Map<string, Buffer<ArrayBuffer>>();
  for (const entry of await readdir(FOLDER, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files.set(`/${path.slice(FOLDER.length)}`, await readFile(path));
  }
  return ({ req }) => {
    const path = req.path === '/' ? '/index.html' : req.path;
    const file = files.get(path);
    if (file === undefined) return new Response('There is no such page.', { status: 404 });
    const type = TYPES[extname(path)] ?? 'application/octet-stream';
    // Vite names the files in /assets by their content.
    const cache = path.startsWith('/assets/') ? 'max-age=31536000, immutable' : 'no-cache';
    return new Response(file, { headers: { 'content-type': type, 'cache-control': cache } });
  };
}
