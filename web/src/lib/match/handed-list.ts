/** A list that another screen hands over to the one that matches lists. */
let handed = '';

export function handList(text: string): void {
  handed = text;
}

export function handedList(): string {
  return handed;
}
