import { systemActor } from '@aangan/server/work/actor.ts';
import { type Db, inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { type Caller, type TestApp, testApp } from '@aangan/testkit/app.ts';

export interface SystemTest {
  app: TestApp;
  /** Super admin, with a fresh code. */
  asha: Caller;
  /** System staff, with a fresh code. */
  sahil: Caller;
}

/** The server with the two who look after it. Call `app.close` in `after`. */
export async function systemTest(): Promise<SystemTest> {
  const app = await testApp();
  return {
    app,
    asha: app.as('Asha', { centre: null, steppedUp: true }),
    sahil: app.as('Sahil', { steppedUp: true }),
  };
}

/** Runs something as the system, in the whole network. */
export const inSystem = <T>(app: TestApp, work: (db: Db) => Promise<T>): Promise<T> =>
  inUnitOfWork(app.pool, systemActor(), { command: 'test' }, work);
