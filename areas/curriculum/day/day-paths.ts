export const viewDay = (id: string): string => `/learning-cms/view-day-at-glance/${id}`;
export const editDay = (id: string): string => `/learning-cms/edit-day-glance/${id}`;
export const weekGlance = (id: string): string => `/learning-cms/week-glance/${id}`;
export const writeWeek = (folderId: string, dayId: string | 'new'): string =>
  `/learning-cms/addWeekAtAGlance/${folderId}/${dayId}`;
