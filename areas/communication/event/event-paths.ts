export const eventPaths = {
  list: '/eventcalendar/event-calendar-list',
  calendar: '/eventcalendar/event-calendar-view',
  add: '/eventcalendar/add-event-calendar',
  copy: (id: string) => `/eventcalendar/add-event-calendar?copy=${id}`,
  edit: (id: string) => `/eventcalendar/edit-calendar/${id}`,
  view: (id: string) => `/eventcalendar/view-calendar/${id}`,
};
