export const personLoads = {
  '/transport/vehicle-staff-details': () => import('./vehicle-staff.tsx').then((s) => s.VehicleStaff),
  '/transport/vehicle-staff-details/add': () =>
    import('./vehicle-staff-form.tsx').then((s) => s.VehicleStaffForm),
  '/transport/vehicle-staff-details/edit/{vehicleStaffID}': () =>
    import('./vehicle-staff-form.tsx').then((s) => s.VehicleStaffForm),
  '/transport/vendors': () => import('./vendors.tsx').then((s) => s.Vendors),
  '/transport/vendors/create': () => import('./vendor-form.tsx').then((s) => s.AddVendor),
  '/transport/vendors/{vendorID}/documents': () =>
    import('./vendor-documents.tsx').then((s) => s.VendorDocuments),
  '/transport/vendors/{vendorID}/edit': () => import('./vendor-form.tsx').then((s) => s.EditVendor),
  '/transport/vendors/{vendorID}/view': () => import('./vendor-page.tsx').then((s) => s.VendorPage),
  '/transport/vendors/{logID}/logs': () => import('./vendor-logs.tsx').then((s) => s.VendorLogs),
} as const;
