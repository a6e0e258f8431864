export const editPath = (id: string): string => `/ams/edit/${id}`;
export const zonePath = (zoneId: number): string => `/ams/ams-center-allocation/${zoneId}`;
export const ALLOCATION_REFRESH = ['zm-allocation', 'am-allocation'];
