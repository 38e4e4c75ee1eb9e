// Says what keeps the package from being published: npm run release:check
import { checkRelease } from './release.ts';

try {
  const { name, version } = await checkRelease();
  console.log(`${name} ${version} can be published.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
