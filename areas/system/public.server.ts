// What the system area offers to others inside their unit of work (areas/README §3).
export { type ActorChoice, chooseActor } from './access/choose-actor.server.ts';
export {
  type CompiledUser,
  compileActor,
  covers,
  type FamilyLinks,
  type LinkedStudents,
  useLinkedStudents,
} from './access/compile-actor.server.ts';
export { type AccessAnswer, accessMatrix, explainAccess } from './access/explain-access.server.ts';
export { ensureMayGrant, grantableRoles, type WantedGrant } from './access/may-grant.server.ts';
export { networkStamp } from './access/network-rights.server.ts';
export { dashboardsByRole } from './menu/dashboards.queries.server.ts';
export { menuOf } from './menu/menu.server.ts';
export { syncCatalogue } from './menu/sync-catalogue.server.ts';
