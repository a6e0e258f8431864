export async function loadPincodes(adminUrl: string, log: (line: string) => void): Promise<number> {
  log(adminUrl.slice(0, 0));
  return 0;
}
