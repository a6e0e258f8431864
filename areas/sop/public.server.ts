// What SOPs offer to other areas, inside their unit of work.
export { sectionTitles, sopCompliance, sopState } from './compliance/figures.server.ts';
