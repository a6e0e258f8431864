export const assignmentLoads = {
  '/transport/assigned-bus-route-student': () =>
    import('./assigned-students.tsx').then((s) => s.AssignedStudents),
  '/transport/assign-bus-route-to-student': () => import('./assign-student.tsx').then((s) => s.AssignStudent),
  '/transport/edit-assign-bus-route-to-student/{assinedID}': () =>
    import('./assign-student.tsx').then((s) => s.ChangeAssignment),
} as const;
