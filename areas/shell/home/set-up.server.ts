// The way from an empty installation to a working network, step by step; gone once nothing needed is open.
import { setUpSteps } from '@aangan/server/endpoint/area-registry.ts';
import { handleApart } from '@aangan/server/endpoint/handle.ts';
import { asSystem } from '../session/as-system.server.ts';
import { compiledOf } from '../session/context.server.ts';
import { homeContract } from './home.contract.ts';

export const setUp = handleApart(homeContract.setUp, (call) =>
  call.work(asSystem(call.actor.userId), async (db) => {
    const { superAdmin } = await compiledOf(db, call.actor, call.now);
    if (!superAdmin) return { steps: [] };
    const steps = [];
    for (const { isDone, place: _place, optional = false, ...step } of setUpSteps())
      steps.push({ ...step, optional, done: await isDone(db, call.ports.config) });
    return { steps: steps.some((step) => !step.done && !step.optional) ? steps : [] };
  }),
);
