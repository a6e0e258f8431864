// Apart from the uploading itself: every form asks, few upload.
const underWay = new Set<Promise<boolean>>();

/** Notes a chosen file until it stands in its field; `work` says whether it got there. */
export function noteUpload(work: Promise<boolean>): void {
  underWay.add(work);
  void work.finally(() => underWay.delete(work));
}

/** Waits for every file that is being uploaded now. False when one did not get there: its field says why. */
export async function uploadsDone(): Promise<boolean> {
  let all = true;
  while (underWay.size > 0) all = (await Promise.all(underWay)).every(Boolean) && all;
  return all;
}

/** Whether a file is being uploaded now. */
export const isUploading = (): boolean => underWay.size > 0;
