import { screens } from '@aangan/contract/screens.ts';
import { sopModules as m } from './modules.ts';
import { enquiryIndentContract } from './uniform/enquiry-indent.contract.ts';

export const sopScreens = screens('sop', 'SOP', {
  '/sop/sop-home': { title: 'SOP home', module: m.sop },
  '/sop/folder/{folderId}': { title: 'SOP folder', module: m.sop },
  '/sop/add-roles': { title: 'SOP roles', module: m.sopRoles, write: true },
  '/sop/manage-sops': { title: 'Manage SOPs', module: m.manageSop, write: true },
  '/sop/edit-section/{id}': { title: 'SOP section', module: m.manageSop, write: true },
  '/sop/enquiry-uniform-indent': {
    title: 'Uniform indents for enquiries',
    module: enquiryIndentContract.submitMany.module,
    write: true,
  },
});
