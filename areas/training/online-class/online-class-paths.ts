export const CLASS_LIST = '/online-class/list';
export const SCHEDULE_CLASS = '/online-class/schedule-class';
export const MY_CLASSES = '/online-class/my-classes';
export const CLASS_HISTORY = '/online-class/my-classes/list';
