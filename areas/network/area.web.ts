import { recordScreens } from '@aangan/web/record/record-screens.tsx';
import { screen, screens } from '@aangan/web/screens.ts';
import { city } from './city.record.ts';
import { networkModules, OWN_CENTRE_LEVEL, STAFF_MODULE } from './network-modules.ts';
import { franchiseePincode } from './pincode/franchisee-pincode.record.ts';

const ownCentre = [networkModules.Franchisee, networkModules.FranchiseeData, OWN_CENTRE_LEVEL];

export const networkScreens = screens('network', 'Network', [
  ...recordScreens(city),
  ...recordScreens(franchiseePincode, {
    centre: true,
    list: () => import('./pincode/pincode-list.tsx').then((m) => m.PincodeList),
    form: () => import('./pincode/pincode-form.tsx').then((m) => m.PincodeForm),
  }),
  screen({
    path: '/pincodes/uploadcsv',
    title: 'Upload pincodes',
    module: networkModules.pincodes,
    write: true,
    centre: true,
    load: () => import('./pincode/upload-pincodes.tsx').then((m) => m.UploadPincodes),
  }),
  screen({
    path: '/home/pincode-service',
    title: 'Pincode service',
    module: networkModules.PincodeCheck,
    load: () => import('./pincode/pincode-service.tsx').then((m) => m.PincodeService),
  }),
  screen({
    path: '/home/franchisee-data',
    title: 'Franchisee data',
    module: networkModules.FranchiseeData,
    load: () => import('./franchisee/directory.tsx').then((m) => m.FranchiseeDirectory),
  }),
  screen({
    path: '/franchisee',
    title: 'Franchisees',
    module: networkModules.Franchisee,
    load: () => import('./franchisee/franchisee-list.tsx').then((m) => m.FranchiseeList),
  }),
  screen({
    path: '/franchisee/create',
    title: 'New franchisee',
    module: networkModules.Franchisee,
    write: true,
    load: () => import('./franchisee/franchisee-form.tsx').then((m) => m.CreateFranchisee),
  }),
  screen({
    path: '/franchisee/edit/{franchiseeId?}',
    title: 'Franchisee',
    module: ownCentre,
    write: true,
    load: () => import('./franchisee/franchisee-form.tsx').then((m) => m.EditFranchisee),
  }),
  screen({
    path: '/franchisee/view/{franchiseeId?}',
    title: 'Franchisee',
    module: ownCentre,
    load: () => import('./franchisee/franchisee-view.tsx').then((m) => m.FranchiseeView),
  }),
  screen({
    path: '/user/page/{current}',
    title: 'Users',
    module: networkModules.User,
    load: () => import('./user/user-list.tsx').then((m) => m.UserList),
  }),
  screen({
    path: '/user/create',
    title: 'New user',
    module: networkModules.User,
    write: true,
    load: () => import('./user/user-form.tsx').then((m) => m.CreateUser),
  }),
  screen({
    path: '/user/create/staff',
    title: 'Add staff user',
    module: [networkModules.User, STAFF_MODULE],
    write: true,
    load: () => import('./user/user-form.tsx').then((m) => m.CreateStaff),
  }),
  screen({
    path: '/user/edit/{adminUserID?}',
    title: 'User',
    module: networkModules.User,
    write: true,
    load: () => import('./user/user-form.tsx').then((m) => m.EditUser),
  }),
  screen({
    path: '/user/view/{adminUserID?}',
    title: 'User',
    module: networkModules.User,
    load: () => import('./user/user-view.tsx').then((m) => m.UserView),
  }),
]);
