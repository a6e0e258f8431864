import { modules } from '@aangan/contract/area.ts';

/** Audits by centre heads, their findings and answers, general audits, visits of academic managers, CCTV documents (areas/audits.md 1). */
export const auditsModules = modules({
  CenterHeadAudit: { title: 'Center head audit' },
  TeacherAuditView: { title: 'Teacher audit view' },
  AuditCatalogue: { title: 'Audit catalogue' },
  AuditReview: { title: 'Audit review' },
  AuditResponse: { title: 'Audit response' },
  GeneralAudit: { title: 'General audit' },
  AMSDashboard: { title: 'AMS dashboard' },
  AMSConfiguration: { title: 'AMS configuration' },
  AMSAllocation: { title: 'AMS allocation' },
  AMSSchedule: { title: 'AMS schedule' },
  AMSScheduleApproval: { title: 'AMS schedule approval' },
  cctvDocUpload: { title: 'CCTV document upload' },
  cctvDocVerify: { title: 'CCTV document check' },
  publicCalendar: { title: 'AMS calendar by link', publicOnly: true },
});
