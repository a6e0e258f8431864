export const attendanceLoads = {
  '/trainer-led/mark-attendance/{trainingID}': () =>
    import('./mark-attendance.tsx').then((s) => s.MarkAttendance),
  '/trainer-led/attendance-details/{trainingID}': () =>
    import('./attendance-details.tsx').then((s) => s.AttendanceDetails),
} as const;
