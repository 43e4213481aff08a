"use strict";
(() => {
  const written = new Intl.Collator("en", { numeric: true });

  const keyOf = (cell, numeric) => {
    const value = cell.dataset.sort ?? cell.textContent.trim();
    return numeric ? (value === "" || Number.isNaN(Number(value)) ? -Infinity : Number(value)) : value;
  };

  const sortBy = (table, column, heading) => {
    const down = heading.getAttribute("aria-sort") === "ascending";
    const numeric = heading.classList.contains("number");
    const rows = [...table.tBodies[0].rows];
    rows.sort((a, b) => {
      const [left, right] = [keyOf(a.cells[column], numeric), keyOf(b.cells[column], numeric)];
      const order = numeric ? left - right || 0 : written.compare(left, right);
      return down ? -order : order;
    });
    for (const other of heading.parentElement.cells) other.removeAttribute("aria-sort");
    heading.setAttribute("aria-sort", down ? "descending" : "ascending");
    table.tBodies[0].append(...rows);
  };

  for (const table of document.querySelectorAll("table.sortable")) {
    [...table.tHead.rows[0].cells].forEach((heading, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = heading.textContent;
      button.addEventListener("click", () => sortBy(table, column, heading));
      heading.replaceChildren(button);
    });
  }

  for (const button of document.querySelectorAll("button.exactly")) {
    let kept = false;
    const truth = button.querySelector(".truth");
    const show = (open) => {
      button.setAttribute("aria-expanded", String(open));
      if (!open) return;
      const box = button.getBoundingClientRect();
      const [below, room] = [box.bottom + 4, innerWidth - truth.offsetWidth - 8];
      truth.style.left = `${Math.max(Math.min(box.left, room), 8)}px`;
      truth.style.top = `${below + truth.offsetHeight < innerHeight ? below : box.top - truth.offsetHeight - 4}px`;
    };
    button.addEventListener("pointerenter", (event) => { if (event.pointerType === "mouse") show(true); });
    button.addEventListener("pointerleave", (event) => { if (event.pointerType === "mouse") show(kept); });
    button.addEventListener("click", () => { kept = !kept; show(kept); });
    button.addEventListener("keydown", (event) => { if (event.key === "Escape") { kept = false; show(false); } });
    button.addEventListener("blur", () => { kept = false; show(false); });
    addEventListener("scroll", () => { kept = false; show(false); }, { capture: true, passive: true });
  }

  for (const folded of document.querySelectorAll("details.printed")) {
    let shut = false;
    addEventListener("beforeprint", () => { shut = !folded.open; folded.open = true; });
    addEventListener("afterprint", () => { if (shut) folded.open = false; });
  }

  const SVG = "http://www.w3.org/2000/svg";
  const drawn = (name, attributes, text) => {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    if (text !== undefined) element.textContent = text;
    return element;
  };

  const curve = (points, unit, labels, here) => {
    const [wide, high, left, right, top, bottom] = [640, 240, 70, 16, 22, 34];
    const known = points.filter((point) => point && point.estimate !== null);
    if (known.length < 2) return null;
    const lows = known.map((point) => point.low ?? point.estimate);
    const highs = known.map((point) => point.high ?? point.estimate);
    let [least, most] = [Math.min(...lows), Math.max(...highs)];
    if (most === least) [least, most] = [least - 1, most + 1];
    const x = (place) => left + (place * (wide - left - right)) / Math.max(points.length - 1, 1);
    const y = (value) => top + ((most - value) * (high - top - bottom)) / (most - least);
    const svg = drawn("svg", { viewBox: `0 0 ${wide} ${high}` });
    const numbered = points.map((point, place) => ({ point, place })).filter(({ point }) => known.includes(point));
    const ends = [...numbered].reverse();
    const band = numbered.map(({ point, place }) => `${x(place)},${y(point.high ?? point.estimate)}`)
      .concat(ends.map(({ point, place }) => `${x(place)},${y(point.low ?? point.estimate)}`));
    for (const value of [least, (least + most) / 2, most]) {
      svg.append(drawn("line", { class: "axis", x1: left, x2: wide - right, y1: y(value), y2: y(value) }));
      const digits = most - least < 0.1 ? 3 : most - least < 10 ? 1 : 0;
      svg.append(drawn("text", { x: left - 6, y: y(value) + 4, "text-anchor": "end" }, value.toFixed(digits) + unit));
    }
    const line = numbered.map(({ point, place }) => `${x(place)},${y(point.estimate)}`).join(" ");
    if (labels.every((label) => label !== "" && !Number.isNaN(Number(label)))) {
      svg.append(drawn("polygon", { class: "band", points: band.join(" ") }));
      svg.append(drawn("polyline", { class: "line", points: line }));
    } else {
      for (const { point, place } of numbered) {
        const [low, high] = [point.low ?? point.estimate, point.high ?? point.estimate];
        svg.append(drawn("line", { class: "line", x1: x(place), x2: x(place), y1: y(low), y2: y(high) }));
        svg.append(drawn("circle", { class: "there", cx: x(place), cy: y(point.estimate), r: 4 }));
      }
    }
    const step = Math.ceil(labels.length / 8);
    const room = ((wide - left - right) * step) / Math.max(labels.length - 1, 1) / 9;
    const told = labels.some((label) => label.length > room) ? labels.map((_, place) => `no. ${place + 1}`) : labels;
    told.forEach((label, place) => {
      const anchor = label.length < 5 ? "middle" : place === 0 ? "start" : place === told.length - 1 ? "end" : "middle";
      if (place % step === 0) svg.append(drawn("text", { x: x(place), y: high - 10, "text-anchor": anchor }, label));
    });
    if (known.includes(points[here])) {
      svg.append(drawn("circle", { class: "here", cx: x(here), cy: y(points[here].estimate), r: 6 }));
    }
    return svg;
  };

  const bars = (levels, chosen, place) => {
    const [wide, high, left, right, top, bottom] = [640, 200, 70, 16, 28, 34];
    const shares = levels.map((level) => level.points[place]?.estimate ?? 0);
    const most = Math.max(...shares);
    if (!(most > 0)) return null;
    const [step, floor] = [(wide - left - right) / levels.length, high - bottom];
    const svg = drawn("svg", { viewBox: `0 0 ${wide} ${high}` });
    levels.forEach((level, number) => {
      const tall = (shares[number] * (floor - top)) / most;
      const [x, middle] = [left + number * step, left + (number + 0.5) * step];
      const kind = level === chosen ? "bar chosen" : "bar";
      svg.append(drawn("rect", { class: kind, x: x + step * 0.1, y: floor - tall, width: step * 0.8, height: tall }));
      svg.append(drawn("text", { x: middle, y: high - 12, "text-anchor": "middle" }, level.level));
      const share = shares[number].toFixed(shares[number] < 10 ? 1 : 0) + level.unit;
      svg.append(drawn("text", { x: middle, y: floor - tall - 6, "text-anchor": "middle" }, share));
    });
    return svg;
  };

  for (const explorer of document.querySelectorAll("[data-explorer]")) {
    const data = JSON.parse(document.getElementById(explorer.dataset.explorer).textContent);
    const select = explorer.querySelector("select");
    const sliders = [...explorer.querySelectorAll("input[type=range]")];
    let moved = 0;
    const show = () => {
      const asked = data.asked[Number(select.value)];
      const places = sliders.map((slider) => Number(slider.value));
      sliders.forEach((slider, axis) => {
        const value = data.axes[axis].values[places[axis]];
        slider.setAttribute("aria-valuetext", value);
        slider.closest("label").querySelector("output").textContent = value;
      });
      const found = asked.points[places.join(",")];
      explorer.querySelector(".found").textContent = found ? found.text : "not known";
      const along = data.axes[moved].values.map((_, place) => asked.points[places.with(moved, place).join(",")]);
      const picture = curve(along, asked.unit, data.axes[moved].values, places[moved]);
      const levels = asked.curve ? data.asked.filter((other) => other.curve === asked.curve) : [];
      const whole = bars(levels, asked, places.join(","));
      explorer.querySelector(".drawn").replaceChildren(...[picture, whole].filter((part) => part));
    };
    select.addEventListener("change", show);
    sliders.forEach((slider, axis) => slider.addEventListener("input", () => { moved = axis; show(); }));
    show();
  }
})();
