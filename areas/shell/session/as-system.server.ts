import { type NarrowedActor, systemActor } from '@aangan/server/work/actor.ts';

/** The work role that may touch sessions and see the whole network, with the acting user kept for the change audit. */
export const asSystem = (userId: string | null = null): NarrowedActor => ({ ...systemActor(), userId });
