// The declared reports of this process: exports find their rows here, and the reports suite walks them.
import type { AnyReport } from '@aangan/contract/report.ts';
import type { ExportSource } from '../endpoint/area-extras.ts';

export interface RegisteredReport {
  readonly report: AnyReport;
  readonly source: ExportSource;
}

const reports = new Map<string, RegisteredReport>();

/** Refuses two reports of one name. */
export function registerReport(one: RegisteredReport): void {
  if (reports.has(one.report.name)) throw new Error(`Two reports are called '${one.report.name}'`);
  reports.set(one.report.name, one);
}

/** Every report that `serveReport` served. */
export const servedReports = (): readonly RegisteredReport[] => [...reports.values()];
