const edit = () => import('./edit-allocation.tsx').then((m) => m.EditAllocation);
const board = () => import('./allocation-board.tsx').then((m) => m.AllocationBoard);

export const allocationLoads = {
  '/amsv1/zm-allocation': () => import('./zm-board.tsx').then((m) => m.ZmBoard),
  '/amsv1/am-allocation': () => import('./am-board.tsx').then((m) => m.AmBoard),
  '/amsv1/allocateCenter': board,
  '/ams/zm-allocation': () => import('./zm-list.tsx').then((m) => m.ZmList),
  '/ams/am-allocation': () => import('./am-list.tsx').then((m) => m.AmList),
  '/ams/addAM': () => import('./am-form.tsx').then((m) => m.AddAm),
  '/ams/ams-center-allocation/{selectedZoneId}': board,
  '/ams/edit/{zmMappingID}': edit,
  '/ams/edit/{academicManagerID}': edit,
};
