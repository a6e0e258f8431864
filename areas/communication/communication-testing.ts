// What tests of this area share: the workers behind a fact, run until nothing is left to do.
import { drainOutbox } from '@aangan/server/background/outbox-worker.ts';
import type { TestApp } from '@aangan/testkit/app.ts';
import pino from 'pino';
import { announceWorker } from './announcement/announce.server.ts';
import { campaignWorker } from './campaign/send-campaign.server.ts';
import { expandMessage } from './message/expand-message.server.ts';

/** Finds the people of what was published and makes their messages; none leaves the house. */
export async function carryOut(app: TestApp, now: Date): Promise<void> {
  for (let left = 3; left > 0; left -= 1) {
    // Facts are due by the database's clock; those of a test are due by the test's. A planned publication keeps its time.
    await app.sql(
      "update outbox set not_before = '2000-01-01' where state = 'QUEUED' and payload ->> 'step' is distinct from 'PUBLISH'",
    );
    await drainOutbox({
      database: app.pool,
      workers: {
        'communication.announce': announceWorker,
        'communication.campaign': campaignWorker,
        'communication.expand': expandMessage,
      },
      ports: app.ports,
      log: pino({ level: 'silent' }),
      now: () => now,
    });
  }
}
