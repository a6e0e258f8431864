export const scheduleLoads = {
  '/amsv1/createViewSchedule': () => import('./plan-month.tsx').then((m) => m.PlanMonth),
  '/amsv1/viewApprovedSchedule': () => import('./approve-schedules.tsx').then((m) => m.ApproveSchedules),
  '/amsv1/viewSchedule': () => import('./visit-calendar.tsx').then((m) => m.VisitCalendar),
  '/ams/ams-visit-schedule': () => import('./visit-list.tsx').then((m) => m.VisitList),
};
