export const scheduleLoads = {
  '/amsv1/createViewSchedule': () => import('./plan-month.tsx').then((m) => m.PlanMonth),
  '/amsv1/viewApprovedSchedule': () => import('./approve-schedules.tsx').then((m) => m.ApproveSchedules),
};
