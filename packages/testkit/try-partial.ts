import type { AreaServer } from '@aangan/server/handle.ts';
const out: AreaServer[] = [];
for (const [a, n] of [['network','networkServer'],['system','systemServer'],['shell','shellServer'],['academics','academicsServer'],['students','studentsServer'],['enquiries','enquiriesServer'],['admissions','admissionsServer'],['communication','communicationServer'],['finance','financeServer']]) {
  try { const m = await import(`../../areas/${a}/area.server.ts`); out.push(m[n!]); } catch (e) { console.log('skip', a, (e as Error).message.slice(0, 150)); }
}
const shell = await import('../../areas/shell/area.server.ts');
export const partial = { areas: out, authenticate: (db: never) => (facts: never) => shell.authenticate(db, facts) } as never;
