import { area } from '@aangan/contract/area.ts';
import { academicYearContract } from './academic-year/academic-year.contract.ts';
import { brand } from './brand.record.ts';
import { city } from './city.record.ts';
import { departmentContract } from './department.contract.ts';
import { department } from './department.record.ts';
import { agreementContract } from './franchisee/agreement.contract.ts';
import { contactContract, paperContract } from './franchisee/centre-papers.contract.ts';
import { checklistContract } from './franchisee/checklist.contract.ts';
import { checklistTemplate } from './franchisee/checklist-template.record.ts';
import { directoryContract } from './franchisee/directory.contract.ts';
import { franchiseeContract } from './franchisee/franchisee.contract.ts';
import { franchisee } from './franchisee/franchisee.record.ts';
import { franchiseeHealthContract } from './franchisee/franchisee-health.contract.ts';
import { franchiseeImport } from './franchisee/franchisee-import.contract.ts';
import { franchiseeLife } from './franchisee/franchisee-life.contract.ts';
import { seatContract } from './franchisee/seat.contract.ts';
import { networkMessages } from './network-messages.ts';
import { networkModules } from './network-modules.ts';
import { franchiseePincode } from './pincode/franchisee-pincode.record.ts';
import { pincodeContract } from './pincode/pincode.contract.ts';
import { postOffice } from './pincode/post-office.record.ts';
import { postOfficeImport } from './pincode/post-office-import.contract.ts';
import { networkScreens } from './screens.ts';
import { userContract } from './user/user.contract.ts';
import { userAccountContract } from './user/user-account.contract.ts';
import { userImport } from './user/user-import.contract.ts';
import { userMergeContract } from './user/user-merge.contract.ts';
import { viewAsContract } from './user/view-as.contract.ts';
import { zoneContract } from './zone.contract.ts';
import { zone } from './zone.record.ts';

export const networkArea = area({
  ...networkScreens,
  modules: networkModules.$info,
  records: [zone, city, department, brand, franchisee, checklistTemplate, franchiseePincode, postOffice],
  contracts: [
    franchiseeContract,
    franchiseeLife,
    franchiseeHealthContract,
    franchiseeImport.endpoints,
    agreementContract,
    contactContract,
    paperContract,
    seatContract,
    checklistContract,
    directoryContract,
    zoneContract,
    departmentContract,
    academicYearContract,
    pincodeContract,
    postOfficeImport.endpoints,
    userContract,
    userAccountContract,
    userImport.endpoints,
    userMergeContract,
    viewAsContract,
  ],
  messages: networkMessages,
  personalData: [
    {
      table: 'app_user',
      subject: 'USER',
      columns: [
        'first_name',
        'last_name',
        'email',
        'email_norm',
        'mobile',
        'mobile_norm',
        'designation',
        'disable_reason',
        'suspend_reason',
      ],
      on: 'pseudonymise',
      basis: 'Employment or agreement',
    },
    {
      table: 'user_role',
      subject: 'USER',
      columns: ['reason'],
      on: 'keep',
      basis: 'Who could do what, and when',
    },
    {
      table: 'user_hand_over',
      subject: 'USER',
      columns: ['reason'],
      on: 'keep',
      basis: 'Whose work went to whom',
    },
    {
      table: 'franchisee',
      subject: 'VENDOR_PERSON',
      columns: ['phone', 'email'],
      on: 'keep',
      basis: 'Business contact of a centre',
    },
    {
      table: 'partner',
      subject: 'VENDOR_PERSON',
      columns: ['legal_name', 'email', 'mobile', 'address'],
      on: 'keep',
      basis: 'Franchise agreement',
    },
    {
      table: 'brand',
      subject: 'VENDOR_PERSON',
      columns: ['email_from', 'address'],
      on: 'keep',
      basis: 'Public contact of the brand',
    },
    {
      table: 'department',
      subject: 'VENDOR_PERSON',
      columns: ['email', 'phone'],
      on: 'keep',
      basis: 'Contact of a department',
    },
    {
      table: 'franchisee_contact',
      subject: 'VENDOR_PERSON',
      columns: ['name', 'designation', 'mobile', 'email'],
      on: 'keep',
      basis: 'Business contact of a centre',
    },
    {
      table: 'franchisee_event',
      subject: 'USER',
      columns: ['reason'],
      on: 'keep',
      basis: 'History of a centre',
    },
  ],
});
