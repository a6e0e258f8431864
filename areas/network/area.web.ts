import { recordLoads } from '@aangan/web/record/record-loads.tsx';
import { loadScreens } from '@aangan/web/screens.ts';
import { city } from './city.record.ts';
import { franchiseePincode } from './pincode/franchisee-pincode.record.ts';
import { networkScreens } from './screens.ts';

export const networkWeb = loadScreens(
  networkScreens,
  {
    '/pincodes/uploadcsv': () => import('./pincode/upload-pincodes.tsx').then((m) => m.UploadPincodes),
    '/home/pincode-service': () => import('./pincode/pincode-service.tsx').then((m) => m.PincodeService),
    '/home/franchisee-data': () => import('./franchisee/directory.tsx').then((m) => m.FranchiseeDirectory),
    '/franchisee': () => import('./franchisee/franchisee-list.tsx').then((m) => m.FranchiseeList),
    '/franchisee/create': () => import('./franchisee/franchisee-form.tsx').then((m) => m.CreateFranchisee),
    '/franchisee/edit/{franchiseeId?}': () =>
      import('./franchisee/franchisee-form.tsx').then((m) => m.EditFranchisee),
    '/franchisee/view/{franchiseeId?}': () =>
      import('./franchisee/franchisee-view.tsx').then((m) => m.FranchiseeView),
    '/user/page/{current}': () => import('./user/user-list.tsx').then((m) => m.UserList),
    '/user/create': () => import('./user/user-form.tsx').then((m) => m.CreateUser),
    '/user/create/staff': () => import('./user/user-form.tsx').then((m) => m.CreateStaff),
    '/user/edit/{adminUserID?}': () => import('./user/user-form.tsx').then((m) => m.EditUser),
    '/user/view/{adminUserID?}': () => import('./user/user-view.tsx').then((m) => m.UserView),
  },
  [
    recordLoads(city),
    recordLoads(franchiseePincode, {
      list: () => import('./pincode/pincode-list.tsx').then((m) => m.PincodeList),
      form: () => import('./pincode/pincode-form.tsx').then((m) => m.PincodeForm),
    }),
  ],
);
