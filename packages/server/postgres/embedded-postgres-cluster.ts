import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileOwner, type PostgresBinaries, type RunAs, runProgram } from './embedded-postgres-binaries.ts';
import type { PostgresPurpose } from './embedded-postgres-settings.ts';

/** Login and database of the owner. */
export const OWNER = 'aangan';

/** One PostgreSQL cluster on disk: `folder` holds `data`, the password, the log, the lock and the holders. */
export type Cluster = {
  folder: string;
  data: string;
  binaries: PostgresBinaries;
  as: RunAs;
  password: string;
};

/** Makes the folder that holds everything of a cluster; only its owner may enter. */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  mkdirSync(resolve(folder, '..'), { recursive: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
}

/** Gives the owner's password; makes one on first use. */
export function readPassword(folder: string): string {
  const file = join(folder, 'password');
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}

/** Makes the data folder of a new cluster. */
export async function makeCluster(cluster: Cluster, purpose: PostgresPurpose): Promise<void> {
  // Made beside its place and renamed, so a kill in the middle leaves nothing that looks finished.
  // Its own name: the initdb of a killed start may still be writing.
  const draft = `${cluster.data}.draft-${process.pid}`;
  const passwordFile = join(cluster.folder, 'password.initdb');
  for (const name of readdirSync(cluster.folder).filter((each) => each.startsWith('data.draft'))) {
    await rm(join(cluster.folder, name), { recursive: true, force: true }).catch(() => undefined);
  }
  writeFileSync(passwordFile, cluster.password, { mode: 0o600 });
  const owner = fileOwner(cluster.as);
  if (owner) chownSync(passwordFile, owner.uid, owner.gid);
  try {
    const args = [
      `--pgdata=${draft}`,
      `--username=${OWNER}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      // Knows upper and lower case of every script, sorts by code point, the same on every machine.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--data-checksums',
      ...(purpose === 'test' ? ['--no-sync'] : []),
    ];
    await runProgram(cluster.binaries.initdb, args, cluster.as);
  } finally {
    rmSync(passwordFile, { force: true });
  }
  renameSync(draft, cluster.data);
}
