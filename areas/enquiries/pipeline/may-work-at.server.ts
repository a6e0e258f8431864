// Whoever gives an enquiry to another centre must be able to work on enquiries there too (enquiries.md 2.3, move-centre).
import type { Actor } from '@aangan/server/work/actor.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { usersWith } from '../../network/public.server.ts';
import { enquiryModules } from '../modules.ts';

export async function mayWorkAt(db: Db, actor: Actor, target: number): Promise<boolean> {
  if (actor.allModules) return true;
  const there = await usersWith(db, { module: enquiryModules.enquiry, write: true, franchiseeId: target });
  return there.some((person) => person.id === actor.userId);
}
