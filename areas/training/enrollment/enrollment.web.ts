export const enrollmentLoads = {
  '/self-training/teacher-enrollment': () => import('./enrollment-list.tsx').then((s) => s.EnrollmentList),
  '/self-training/add-teacher-enrollment': () => import('./enrol-staff.tsx').then((s) => s.EnrolStaff),
  '/self-training/edit-teacher-enrollment/{enrollID}': () =>
    import('./edit-enrollment.tsx').then((s) => s.EditEnrollment),
  '/self-training/approve-teacher-enrollment/{enrollID}': () =>
    import('./approve-enrollment.tsx').then((s) => s.ApproveEnrollment),
} as const;
