// Refuses to publish while package.json has placeholders: npm run release:check
import { checkRelease } from './placeholders.ts';

try {
  const { name, version } = checkRelease();
  console.log(`${name} ${version} can be published.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
