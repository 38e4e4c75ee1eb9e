import { Redis } from 'ioredis';
import { Client } from 'pg';
import { makePlace } from '../soak/stores.ts';

/** The versions of the servers that are installed. */
export async function readVersions(): Promise<{ readonly redis: string; readonly postgres: string }> {
  const [redisPlace, postgresPlace] = await Promise.all([makePlace('redis'), makePlace('postgres')]);
  const redis = new Redis(redisPlace.place.at);
  const [, redisVersion = ''] = /redis_version:(\S+)/.exec(await redis.info('server')) ?? [];
  redis.disconnect();
  const postgres = new Client(postgresPlace.place.at);
  await postgres.connect();
  const { rows } = await postgres.query('SHOW server_version');
  await postgres.end();
  await Promise.all([redisPlace.remove(), postgresPlace.remove()]);
  return { redis: redisVersion, postgres: String(rows[0]?.server_version).split(' ')[0] ?? '' };
}
