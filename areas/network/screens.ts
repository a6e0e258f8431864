import { recordScreens, screens } from '@aangan/contract/screens.ts';
import { city } from './city.record.ts';
import { networkModules, OWN_CENTRE_LEVEL, STAFF_MODULE } from './network-modules.ts';
import { franchiseePincode } from './pincode/franchisee-pincode.record.ts';

const ownCentre = [networkModules.Franchisee, networkModules.FranchiseeData, OWN_CENTRE_LEVEL];

export const networkScreens = screens(
  'network',
  'Network',
  {
    '/pincodes/uploadcsv': {
      title: 'Upload pincodes',
      module: networkModules.pincodes,
      write: true,
      centre: true,
    },
    '/home/pincode-service': { title: 'Pincode service', module: networkModules.PincodeCheck },
    '/home/franchisee-data': { title: 'Franchisee data', module: networkModules.FranchiseeData },
    '/franchisee': { title: 'Franchisees', module: networkModules.Franchisee },
    '/franchisee/create': { title: 'New franchisee', module: networkModules.Franchisee, write: true },
    '/franchisee/edit/{franchiseeId?}': { title: 'Franchisee', module: ownCentre, write: true },
    '/franchisee/view/{franchiseeId?}': { title: 'Franchisee', module: ownCentre },
    '/user/page/{current}': { title: 'Users', module: networkModules.User },
    '/user/create': { title: 'New user', module: networkModules.User, write: true },
    '/user/create/staff': {
      title: 'Add staff user',
      module: [networkModules.User, STAFF_MODULE],
      write: true,
    },
    '/user/edit/{adminUserID?}': { title: 'User', module: networkModules.User, write: true },
    '/user/view/{adminUserID?}': { title: 'User', module: networkModules.User },
  },
  [...recordScreens(city), ...recordScreens(franchiseePincode, { centre: true })],
);
