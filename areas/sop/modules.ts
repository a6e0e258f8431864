import { modules } from '@aangan/contract/area.ts';

/** Read and acknowledge; write; approve and publish; say who must read (areas/sop.md 7). */
export const sopModules = modules({
  sop: { title: 'SOP' },
  manageSop: { title: 'Manage SOPs' },
  approveSop: { title: 'Approve SOPs' },
  sopRoles: { title: 'SOP roles' },
});
