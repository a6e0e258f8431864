// npm run drill: the whole as it runs in production, on this machine: PostgreSQL with a replica that every commit waits
// for, PgBouncer where it is, two nodes, a proxy. Under load a node is killed, the nodes are replaced one by one, the
// primary is lost and the replica promoted, a backup is taken and restored. Ends with 1 when an acknowledged payment is
// lost or stands twice. Needs PostgreSQL's own programs (cluster.ts) and about four minutes.
//
// DRILL_SECONDS: measured seconds a phase (15). DRILL_WORKERS: callers at a time (12).
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { financeBoard } from '@aangan/areas/finance/dashboard/finance-dashboard.contract.ts';
import { studentContract } from '@aangan/areas/students/student/student.contract.ts';
import { todayIst } from '@aangan/contract/period.ts';
import { withClient } from '@aangan/testkit/postgres.ts';
import { backup } from '../../bin/backup.ts';
import { buildWeb, webIsBuilt } from '../../bin/build-web.ts';
import { restore } from '../../bin/restore.ts';
import { say, step, table } from '../../bin/say.ts';
import { stopOnSignals } from '../../bin/stopping.ts';
import { readRequest } from '../scenario.ts';
import { signIn } from '../world.ts';
import {
  type Cluster,
  commitOnBoth,
  killCluster,
  programs,
  promote,
  startPrimary,
  startReplica,
  stopCluster,
} from './cluster.ts';
import { type Load, type Phase, referencePrefix, startLoad } from './drill-load.ts';
import { API_PASSWORD, plantNetwork } from './network.ts';
import { endNode, startNode } from './nodes.ts';
import { databaseAddress, freePort, poolerVersion, startPooler, startProxy } from './surroundings.ts';

const SECONDS = Number(process.env['DRILL_SECONDS'] ?? 15);
const WORKERS = Number(process.env['DRILL_WORKERS'] ?? 12);

const stopping = stopOnSignals(say);
const folder = mkdtempSync(join(tmpdir(), 'aangan-drill-'));
chmodSync(folder, 0o755); // other users run in it: PostgreSQL's and the pooler's
await stopping.onStop(() => rmSync(folder, { recursive: true, force: true }));
process.env['PATH'] = `${programs()}:${process.env['PATH']}`; // pg_dump of the very server

try {
  await stopping.stop(await drill());
} catch (error) {
  console.error(error);
  await stopping.stop(1);
}

async function drill(): Promise<number> {
  if (!webIsBuilt())
    await step('Web app', () => buildWeb((child) => void stopping.onStop(() => void child.kill('SIGTERM'))));
  const primary = await step('Primary', async () =>
    startPrimary({ folder: join(folder, 'primary'), port: await freePort() }),
  );
  await stopping.onStop(() => stopCluster(primary));
  const accounts = await step('Network', (log) => plantNetwork(primary.url, log));
  const token = await signIn(primary.url);
  const replica = await step('Replica', async () =>
    startReplica(primary, { folder: join(folder, 'replica'), port: await freePort() }),
  );
  await stopping.onStop(() => stopCluster(replica));
  await commitOnBoth(primary);
  const address = await databaseAddress(primary.port);
  await stopping.onStop(() => address.close());
  const pooler =
    poolerVersion() === null
      ? null
      : await startPooler({
          folder: join(folder, 'pooler'),
          databasePort: address.port,
          password: API_PASSWORD,
        });
  await stopping.onStop(() => pooler?.stop());
  const ports = [await freePort(), await freePort()] as const;
  const start = (port: number) => startNode({ port, databasePort: address.port, pooler, replica });
  const nodes = await step('Two nodes', () => Promise.all(ports.map(start)));
  await stopping.onStop(() =>
    Promise.all(nodes.map((node) => endNode(node, 'SIGKILL'))).then(() => undefined),
  );
  const proxy = await startProxy(ports);
  await stopping.onStop(() => proxy.close());
  const load = startLoad({
    url: proxy.url,
    headers: { authorization: token, 'x-franchisee-id': '2', 'x-academic-year-id': '2026' },
    accounts,
    today: todayIst(new Date()),
    reads: [readRequest(studentContract.list, { limit: 50 }), readRequest(financeBoard.endpoint, {})],
    workers: WORKERS,
  });
  await stopping.onStop(() => load.stop().catch(() => undefined));

  await load.during(() => sleep(SECONDS * 1000)); // warm
  const rows: [string, Phase][] = [];
  const phase = async (title: string, work: () => Promise<unknown>) => {
    rows.push([title, await step(title, () => load.during(work))]);
  };
  await phase('Two nodes under load', () => sleep(SECONDS * 1000));
  await phase('One of two nodes killed (-9)', async () => {
    await endNode(nodes[1], 'SIGKILL');
    await sleep(SECONDS * 1000);
  });
  nodes[1] = await start(ports[1]);
  await phase('Nodes replaced one by one', async () => {
    for (const [n, port] of ports.entries()) {
      await endNode(nodes[n], 'SIGTERM');
      nodes[n] = await start(port);
      await sleep(1_000);
    }
  });
  await phase('Primary killed (-9), replica promoted', async () => {
    killCluster(primary);
    await promote(replica);
    address.leadTo(replica.port);
    await sleep(SECONDS * 1000);
  });
  const restored = await keepAndRestore(load, replica, phase);
  await step('Last answers', () => load.stop());
  return report(rows, await countPayments(replica.url, load), restored);
}

/** A backup under load, restored into an empty database; every payment acknowledged before it is in it. */
async function keepAndRestore(
  load: Load,
  server: Cluster,
  phase: (title: string, work: () => Promise<unknown>) => Promise<void>,
): Promise<Counted> {
  const to = join(folder, 'backup');
  const files = join(folder, 'files');
  mkdirSync(files);
  const before = new Map(load.acknowledged);
  await phase('Backup taken', () => backup({ url: server.url, to, filesDir: files, print: say }));
  const into = server.url.replace(/aangan$/, 'restored');
  await withClient(server.url, (client) => client.query('create database restored template template0'));
  await phase('Backup restored, ledger verified', () =>
    restore({ from: to, into, filesDir: join(folder, 'restored-files'), print: say }),
  );
  return countPayments(into, { acknowledged: before });
}

interface Counted {
  acknowledged: number;
  lost: number;
  doubled: number;
}

async function countPayments(url: string, { acknowledged }: Pick<Load, 'acknowledged'>): Promise<Counted> {
  const { rows } = await withClient(url, (client) =>
    client.query<{ reference: string; n: number }>(
      'select ref_norm as reference, count(*)::int as n from payment where ref_norm like $1 group by 1',
      [`${referencePrefix}X%`],
    ),
  );
  const there = new Map(rows.map(({ reference, n }) => [reference, n]));
  return {
    acknowledged: acknowledged.size,
    lost: [...acknowledged.keys()].filter((reference) => !there.has(reference)).length,
    doubled: rows.filter(({ n }) => n > 1).length,
  };
}

function report(phases: readonly [string, Phase][], whole: Counted, restored: Counted): number {
  say(
    `\n${table([
      ['phase', 'seconds', 'answers/s', 'failed answers', 'longest time without a payment (s)'],
      ...phases.map(([title, phase]) => [
        title,
        phase.seconds.toFixed(1),
        phase.perSecond.toFixed(0),
        Object.entries(phase.failed)
          .map(([how, n]) => `${n} x ${how}`)
          .join(', ') || '0',
        phase.longestGap.toFixed(1),
      ]),
    ])}\n`,
  );
  const said = ({ acknowledged, lost, doubled }: Counted) =>
    `${acknowledged} acknowledged, ${lost} lost, ${doubled} doubled`;
  say(`Payments: ${said(whole)}. In the restored backup: ${said(restored)}.`);
  say(poolerVersion() === null ? 'Without PgBouncer: it is not on this machine.' : 'Through PgBouncer.');
  return whole.lost + whole.doubled + restored.lost + restored.doubled === 0 ? 0 : 1;
}
