import { chooseActor, compileActor } from '@aangan/areas/system/public.server.ts';
import type { ExportContext } from '@aangan/server/files/exports.ts';
import type { Database } from '@aangan/server/postgres/database.ts';
import { type Actor, systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';

/** A user's rights of this moment, for work done later in their name (exports). Null when they may not sign in any more. */
export const actorOf =
  (database: Database) =>
  async (userId: string, context: ExportContext): Promise<Actor | null> => {
    const user = await inUnitOfWork(
      database,
      systemActor(),
      { command: 'actor.compile', readOnly: true },
      (db) => compileActor(db, userId, new Date()),
    );
    if (!user?.active) return null;
    return chooseActor(user, {
      roleId: context.roleId ?? null,
      franchiseeId: context.franchiseeId,
      academicYearId: context.academicYearId,
      sessionId: null,
      steppedUpAt: null,
    });
  };
