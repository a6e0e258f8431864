import { handle } from '@aangan/server/endpoint/handle.ts';
import { chosenCentre } from '@aangan/server/work/ensure.ts';
import { readSetting, writeSetting } from '@aangan/server/work/settings.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { embedHosts, embedHostsContract } from './embed-hosts.contract.ts';

const AREA = 'enquiries';

/** Web sites that may frame the enquiry form of a centre; none unless somebody said so. */
export const embedHostsOf = (db: Db, franchiseeId: number): Promise<string[]> =>
  readSetting(db, AREA, embedHosts, franchiseeId);

const answerFor = async (db: Db, franchiseeId: number) => ({
  hosts: await embedHostsOf(db, franchiseeId),
  path: `/parent-enquiry/newentry/${franchiseeId}`,
});

export const getEmbedHosts = handle(embedHostsContract.get, ({ db, actor }) =>
  answerFor(db, chosenCentre(actor)),
);

export const saveEmbedHosts = handle(embedHostsContract.save, async ({ db, actor, input }) => {
  const franchiseeId = chosenCentre(actor);
  await writeSetting(db, AREA, embedHosts, franchiseeId, [...new Set(input.hosts)].sort());
  return answerFor(db, franchiseeId);
});
