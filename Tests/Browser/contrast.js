// The contrast of every text that shows with what lies behind it, lowest first.
const channel = (value) => {
  const part = value / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
};
const luminance = ([red, green, blue]) =>
  0.2126 * channel(red) + 0.7152 * channel(green) + 0.0722 * channel(blue);
const colour = (text) => {
  const parts = text.match(/[\d.]+/g).map(Number);
  return parts.length > 3 ? parts : [...parts, 1];
};
const over = (front, back) =>
  [0, 1, 2].map((at) => front[at] * front[3] + back[at] * (1 - front[3]));
const behind = (element) => {
  const layers = [];
  for (let it = element; it !== null; it = it.parentElement) {
    layers.push(colour(getComputedStyle(it).backgroundColor));
  }
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  let back = dark ? [18, 18, 18] : [255, 255, 255];
  for (const layer of layers.reverse()) back = over(layer, back);
  return back;
};
const found = [];
const judge = (element, text) => {
  const style = getComputedStyle(element);
  const box = element.getBoundingClientRect();
  if (style.visibility !== "visible" || box.width < 2 || box.height < 2) return;
  if (element.closest(".unseen") !== null) return;
  let opacity = 1;
  for (let it = element; it !== null; it = it.parentElement) {
    opacity *= Number(getComputedStyle(it).opacity);
  }
  const back = behind(element);
  const front = colour(style.color);
  const shown = over([front[0], front[1], front[2], front[3] * opacity], back);
  const [light, dark] = [luminance(shown), luminance(back)].sort((a, b) => b - a);
  found.push([(light + 0.05) / (dark + 0.05), text.trim().slice(0, 60)]);
};
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
  if (walker.currentNode.data.trim() !== "") {
    judge(walker.currentNode.parentElement, walker.currentNode.data);
  }
}
for (const field of document.querySelectorAll("input:not([type=hidden])")) judge(field, field.value);
return found.sort((a, b) => a[0] - b[0]);
